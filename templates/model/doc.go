// Package model draws the energy models and the planning of a measurement: /models and /plan.
package model
