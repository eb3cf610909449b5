package draft

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/templates"
	"green500/validation/document/proposal"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// CoverAllField is the name of the field for what parts of a log with similar power measure, unless one of them says
// otherwise.
func CoverAllField(file string, group []proposal.Part) string {
	return "cover-all:" + file + ":" + group[0].Key
}

// UnitField is the name of the field for the unit of a log that states none.
func UnitField(file string) string { return "unit-choice:" + file }

func (l *LogCard) openUnit() string {
	for _, s := range l.Settings {
		if s.Name == settingNames["unit"] && s.Confidence == tracefile.Guess {
			return s.Value
		}
	}
	return ""
}

func unitChoices(guess string) []templates.Option {
	of, _ := power.Unit(guess).Quantity()
	var made []templates.Option
	for _, name := range power.Units() {
		if quantity, _ := power.Unit(name).Quantity(); quantity == of {
			made = append(made, templates.Option{Value: name, Label: name})
		}
	}
	return made
}

// GroupField is the name of the field beside it that lists the keys of the parts, as JSON.
func GroupField(name string) string { return "group:" + name }

func keys(group []proposal.Part) (string, error) {
	all := make([]string, len(group))
	for i, part := range group {
		all[i] = part.Key
	}
	text, err := json.Marshal(all)
	return string(text), err
}

func (l *LogCard) number(part proposal.Part) int {
	return slices.IndexFunc(l.Parts, func(one proposal.Part) bool { return one.Key == part.Key })
}

func (l *LogCard) differs(group []proposal.Part) bool {
	return slices.ContainsFunc(group,
		func(part proposal.Part) bool { return l.Chosen[part.Key] != l.Chosen[group[0].Key] })
}

func groupNames(group []proposal.Part) string {
	names := make([]string, len(group))
	for i, part := range group {
		names[i] = part.Name
		if _, value, several := strings.Cut(part.Name, " "); several && i > 0 {
			names[i] = value
		}
	}
	const most = 6
	if len(names) > most {
		return strings.Join(names[:most-1], ", ") + " and " + strconv.Itoa(len(names)-most+1) + " more"
	}
	return strings.Join(names, ", ")
}

func groupMeters(group []proposal.Part) int {
	meters := 0
	for _, part := range group {
		meters += part.Meters
	}
	return meters
}

func groupMeans(group []proposal.Part) string {
	least := slices.MinFunc(group, byMean)
	most := slices.MaxFunc(group, byMean)
	return templates.Digits(least.Mean.Kilowatts(), 3) + " to " + templates.Digits(most.Mean.Kilowatts(), 3)
}

func byMean(a, b proposal.Part) int { return cmp.Compare(a.Mean, b.Mean) }

// zoneName is a zone as people read it: one of no country is named by its offset.
func zoneName(zone string) string {
	at, err := time.LoadLocation(zone)
	if err != nil || !strings.HasPrefix(zone, "Etc/") {
		return zone
	}
	return time.Unix(0, 0).In(at).Format("UTC-07:00") + ", wherever it is"
}
