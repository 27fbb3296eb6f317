STEPS=()
def begin(state): pass
def begin_opening(state): pass
def begin_under_fire(state, units, place, **kw): pass
