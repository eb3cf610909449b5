// Package model holds what is known of the power and the energy of a machine before it is measured: the algorithmic
// bounds of time, energy and power (lecture notes), what tunables save (Vishnu et al., PASCoL), the energy of runs
// on many nodes (Czarnul et al., MERPSYS), and a calibrated node (Heinrich et al., SimGrid). One file a model, pure functions; each names its source.
package model
