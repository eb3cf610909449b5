package plausibility

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

// What a machine draws for each of its accelerators, as a part of the data sheet's power of one, in 131 rows of the lists of
// Green500 and TOP500 from 2020 to June 2026: sheetPart is the mean, and none lies farther from it than three times sheetError.
// It holds for accelerators since the A100, which have at least sheetCores cores as the lists count them, and for machines
// with at most sheetProcessorCores cores of processors for each: others have processors that draw more.
const (
	sheetPart           = 1.09
	sheetError          = 0.33
	sheetCores          = 104
	sheetProcessorCores = 24
)

func (p *Panel) fromAccelerators(e *power.Entry) {
	kind, known := methodology.AcceleratorOf(e.System.Accelerator)
	if !known || e.System.AcceleratorCores <= 0 || kind.Cores < sheetCores {
		return
	}
	count := math.Max(1, math.Round(float64(e.System.AcceleratorCores)/float64(kind.Cores)))
	if processors := e.System.TotalCores - e.System.AcceleratorCores; processors < 0 || float64(processors) > sheetProcessorCores*count {
		return
	}
	watts := power.Watts(count * kind.Watts * sheetPart)
	how := fmt.Sprintf("%.0f accelerators of %.0f W by the data sheet, times %.2f: what listed machines draw for each", count, kind.Watts, sheetPart)
	p.hypothesis("Data sheet", how, watts, sheetError*float64(watts), true)
}

// What a machine without accelerators draws for each of its processors, as a part of their thermal design power: the mean of
// 76 machines in the lists of Green500 from 2017 to June 2026 with measured power and processors of the table, from 1.06 to 2.18.
// None lies farther from the mean than three times processorError. One is left out: its cores are those of 26,000
// processors, which would draw 20 W each.
const (
	processorPart  = 1.52
	processorError = 0.15 // as a part of the prediction
)

type processor struct {
	name  string // what the names of lists contain, as a regular expression
	cores int
	watts float64 // thermal design power; by AMD, the default of those that can be set
}

// processors are frequent ones of the lists whose thermal design power was found: AMD EPYC by AMD's product specifications,
// 2020 and 2024, as CodeCarbon quotes them; Intel Xeon by Intel's (ARK), as Green Algorithms and CodeCarbon quote them, 2021
// to 2024; the 8380 by AnandTech, Intel 3rd Gen Xeon Scalable Review, 2021; the 8480+ by Intel, TensorFlow extension, 2023; the
// Max 9480 by The Register, 2022.
var processors = []processor{
	{`EPYC 7402`, 24, 180}, {`EPYC 7452`, 32, 155}, {`EPYC 7453`, 28, 225}, {`EPYC 7502`, 32, 180}, {`EPYC 7543`, 32, 225}, {`EPYC 7552`, 48, 200},
	{`EPYC 7643`, 48, 225}, {`EPYC 7702`, 64, 200}, {`EPYC 7713`, 64, 225}, {`(EPYC|Rome) 7742`, 64, 225}, {`EPYC 7763`, 64, 280}, {`(EPYC|Rome) 7H12`, 64, 280},
	{`EPYC 9474F`, 48, 360}, {`EPYC 9534`, 64, 280}, {`EPYC 9554`, 64, 360}, {`EPYC 9634`, 84, 290}, {`EPYC 9654`, 96, 360}, {`EPYC 9684X`, 96, 400}, {`EPYC 9754`, 128, 360},
	{`EPYC 9655`, 96, 400}, {`EPYC 9745`, 128, 400}, {`EPYC 9755`, 128, 500}, {`EPYC 9965`, 192, 500},
	{`Gold 6142`, 16, 150}, {`Gold 6148`, 20, 150}, {`Gold 6154`, 18, 200}, {`Gold 6248`, 20, 150}, {`Gold 6252`, 24, 150},
	{`Platinum 8180`, 28, 205}, {`Platinum 8260`, 24, 165}, {`Platinum 8268`, 24, 205}, {`Platinum 8276`, 28, 165}, {`Platinum 8280`, 28, 205}, {`Platinum 9242`, 48, 350},
	{`Platinum 8380`, 40, 270}, {`Platinum 8480\+`, 56, 350}, {`Max 9480`, 56, 350},
}

// processorOf finds a kind in a name such as "AMD EPYC 7763 64C 2.45GHz"; ok is false for one that is not in the table. A
// letter behind the number is another processor.
func processorOf(name string) (kind processor, ok bool) {
	name = strings.Join(strings.Fields(name), " ")
	for _, kind := range processors {
		if regexp.MustCompile(`(?i)\b` + kind.name + `($|[^0-9A-Za-z+])`).MatchString(name) {
			return kind, true
		}
	}
	return processor{}, false
}

func (p *Panel) fromProcessors(e *power.Entry) {
	kind, known := processorOf(e.System.Processor)
	if !known || e.System.TotalCores < kind.cores || e.System.TotalCores%kind.cores != 0 {
		return
	}
	count := e.System.TotalCores / kind.cores
	watts := power.Watts(float64(count) * kind.watts * processorPart)
	how := fmt.Sprintf("%d processors of %.0f W by the data sheet, times %.2f: what listed machines draw for each", count, kind.watts, processorPart)
	p.hypothesis("Data sheet", how, watts, processorError*float64(watts), true)
}
