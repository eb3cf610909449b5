package calibrationfile

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"green500/validation/lab"
	"green500/validation/model"
)

// ClockText is a clock with its unit.
func ClockText(clock float64) string {
	if clock == 0 {
		return "not stated"
	}
	return strconv.FormatFloat(clock, 'f', -1, 64) + " MHz"
}

// WriteText writes the models of the nodes for a terminal, with the readings that were left out.
func (c Calibration) WriteText(out io.Writer) error { return lab.WriteText(out, c.write) }

func (c Calibration) write(line func(format string, values ...any)) {
	if c.Title != "" {
		line("%s", c.Title)
	}
	if c.NodeSet != "" {
		line("Node set %s", c.NodeSet)
	}
	line("Power of a node of %d cores, by least squares; %d readings at either end of each series are dropped:", c.Cores, model.EdgeReadings)
	line("NODE\tCLOCK\tIDLE\tONE CORE\tALL CORES\tR²\tRESIDUAL\tREADINGS\tOUTLIERS")
	linear := false
	for _, node := range c.Nodes {
		for _, s := range node.States {
			one := fmt.Sprintf("%.2f W", s.One)
			if s.Linear {
				one, linear = one+"*", true
			}
			line("%s\t%s\t%.2f W\t%s\t%.2f W\t%.4f\t%.2f W\t%d\t%d", node.Name, ClockText(s.Clock), s.Idle, one, s.All, s.RSquared, s.Residual, s.Readings, s.Rejected)
		}
	}
	if linear {
		line("* on the line from idle to all cores: no log shows another load.")
	}
	line("")
	for _, node := range c.Nodes {
		for _, one := range node.Outliers {
			line("Left out: %s reads %.6g W at %s (%s).", node.Name, one.Watts, one.At.Format(time.RFC3339), one.Log)
		}
	}
	for _, node := range c.Nodes {
		if words := node.Quadratic(); words != "" {
			line("%s", words)
		}
	}
	if spread := c.Spread(); spread != "" {
		line("%s", spread)
	}
}

// Spread is a sentence on how much the loaded nodes differ; empty for one node.
func (c Calibration) Spread() string {
	node, deviation, _ := c.Mean()
	if len(c.Nodes) < 2 {
		return ""
	}
	return fmt.Sprintf("The %d nodes draw %.5g W on average when loaded, with a standard deviation of %.2f%%.", len(c.Nodes), float64(node.At(1)), 100*float64(deviation/node.At(1)))
}

// WriteText writes the prediction for a terminal.
func (p Prediction) WriteText(out io.Writer) error {
	_, err := fmt.Fprintf(out, "\nPredicted from the %s: %.6g W ± %.3g%% over %.6g s, %.6g kJ. %s\n", p.Of, float64(p.Run.Power()), 100*p.Accuracy, p.Run.Duration.Seconds(), float64(p.Run.Energy)/1e3, p.AccuracyText())
	for _, note := range p.Notes {
		_, failed := fmt.Fprintln(out, note)
		err = errors.Join(err, failed)
	}
	if part, beyond, ok := p.Deviation(); ok {
		_, failed := fmt.Fprintf(out, "Measured: %.6g W, %+.2f%%: %s.\n", float64(p.Measured), 100*part, DeviationText(beyond))
		err = errors.Join(err, failed)
	}
	return err
}

// AccuracyText says where the error of a prediction comes from.
func (p Prediction) AccuracyText() string {
	if p.Stated {
		return "Heinrich et al. reached this error for " + p.Workload + "."
	}
	if strings.EqualFold(p.Workload, "HPL") {
		return "For HPL, Heinrich et al. state a few percent, as its busy waiting is not modelled; the number is assumed."
	}
	return "The error for this workload is assumed: Heinrich et al. state 2% for EP and LU."
}

// DeviationText says what a deviation means.
func DeviationText(beyond bool) string {
	if beyond {
		return fmt.Sprintf("more than %d times the error of the model", model.Beyond)
	}
	return fmt.Sprintf("within %d times the error of the model", model.Beyond)
}
