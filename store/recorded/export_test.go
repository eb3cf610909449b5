package recorded

// Unrecorded are the tables that change without a record, and why.
var Unrecorded = unrecorded
