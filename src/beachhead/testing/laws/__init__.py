"""The laws, one module per subject: functions to call from any test."""
