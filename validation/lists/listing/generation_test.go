package listing_test

import (
	"testing"

	"green500/validation/lists/listing"
)

func TestGenerationsOfAccelerators(t *testing.T) {
	known := listing.KnownGenerations()
	for name, want := range map[string]string{
		"NVIDIA H100 SXM5 80GB":                 "NVIDIA Hopper",
		"NVIDIA GH200 Superchip":                "NVIDIA Hopper",
		"NVIDIA H100/H200":                      "NVIDIA Hopper",
		"NVIDIA HGX B200":                       "NVIDIA Blackwell",
		"NVIDIA GB200 Superchip":                "NVIDIA Blackwell",
		"NVIDIA Tesla A100 80G":                 "NVIDIA Ampere",
		"NVIDIA A100 80GB\u200b":                "NVIDIA Ampere",
		"NVIDIA Volta GV100":                    "NVIDIA Volta",
		"NVIDIA Tesla P100 NVLink":              "NVIDIA Pascal",
		"NVIDIA K20x":                           "NVIDIA Kepler",
		"Nvidia K40m":                           "NVIDIA Kepler",
		"NVIDIA 2090":                           "NVIDIA Fermi",
		"AMD Instinct MI250X":                   "AMD CDNA 2",
		"AMD Instinct MI300A":                   "AMD CDNA 3",
		"AMD Instinct MI355X":                   "AMD CDNA 4",
		"Intel Data Center GPU Max 1550":        "Intel Xe HPC", //nolint:misspell // its name
		"Intel Xeon Phi 31S1P":                  "Intel Xeon Phi",
		"NVIDIA Tesla K40/Intel Xeon Phi 7120P": listing.MixedGenerations,
		"PEZY-SC3":                              "PEZY-SC3",
		"Example Accelerator 1300":              "Example Accelerator 1300",
		"":                                      listing.NoAccelerator,
		"None":                                  listing.NoAccelerator,
	} {
		if got := known.Of(name); got != want {
			t.Errorf("%q is of %q, want %q", name, got, want)
		}
	}
}
