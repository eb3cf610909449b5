// Package model holds what is known of the power and the energy of a machine before it is measured: the algorithmic
// bounds of time, energy and power (seed 001), what tunables save (002, PASCoL), the energy of runs on many nodes (003,
// MERPSYS), and a calibrated node (004, SimGrid). One file a model, pure functions; each names its source.
package model
