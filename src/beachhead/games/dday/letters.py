STEPS=()
def begin(state): pass
