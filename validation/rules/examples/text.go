package examples

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// section is a part of an example's text. The text begins with a sentence for people and goes on
// with what breaks the rule in the clean bundle of every edition and level that ask it:
//
//	The meter samples once in two seconds.
//	set: meters[0].sampling_hz = 0.5       any sample.Change, in any number
//	base: two sets                         the shape of the clean bundle, see sample.CleanShape
//	also: output-times-agree, rmax-agrees  other rules whose outcome changes with it, as few as can be
//	never: why nothing can break the rule  instead of changes
//	# a comment
//
// If that does not serve an edition or a level, a section of its own follows its scope, [1.2], [L3] or [2.0 L1]; the
// last section that fits counts, and only that. It may begin with a sentence of its own.
type section struct {
	edition  methodology.Edition // any if empty
	level    power.Level         // any if 0
	sentence string
	shape    string
	never    string
	changes  []sample.Change
	also     []string
}

func (s section) fits(edition methodology.Edition, level power.Level) bool {
	return (s.edition == "" || s.edition == edition) && (s.level == 0 || s.level == level)
}

func (s section) empty() bool { return len(s.changes) == 0 && s.never == "" }

func parse(text string) ([]section, error) {
	sections := []section{{}}
	for i, line := range strings.Split(text, "\n") {
		var err error
		now := &sections[len(sections)-1]
		switch scope := scopeLine.FindStringSubmatch(line); {
		case line == "" || strings.HasPrefix(line, "#"):
		case scope != nil:
			var next section
			next, err = scoped(scope[1], sections[0].sentence)
			sections = append(sections, next)
		default:
			err = now.read(line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if sections[0].sentence == "" {
		return nil, fmt.Errorf("no sentence says what is broken")
	}
	return sections, nil
}

var scopeLine = regexp.MustCompile(`^\[(.+)\]$`)

func scoped(scope, sentence string) (section, error) {
	s := section{sentence: sentence}
	for _, word := range strings.Fields(scope) {
		at := slices.IndexFunc(power.Levels(), func(l power.Level) bool { return l.Short() == word })
		edition, known := methodology.Parse(word)
		switch {
		case at >= 0:
			s.level = power.Levels()[at]
		case known:
			s.edition = edition
		default:
			return s, fmt.Errorf("%q is neither an edition nor a level", word)
		}
	}
	return s, nil
}

func (s *section) read(line string) error {
	key, value, keyed := strings.Cut(line, ": ")
	keyed = keyed && !strings.Contains(key, " ")
	switch {
	case keyed && key == "base":
		s.shape = value
	case keyed && key == "never":
		s.never = value
	case keyed && key == "also":
		s.also = strings.Split(value, ", ")
		return known(s.also)
	case !keyed && strings.HasSuffix(line, ".") && len(s.changes) == 0:
		s.sentence = line
	default:
		change, err := sample.ParseChange(line)
		s.changes = append(s.changes, change)
		return err
	}
	return nil
}

func known(ids []string) error {
	for _, id := range ids {
		if rules.Of(id).ID == "" {
			return fmt.Errorf("there is no rule %q", id)
		}
	}
	return nil
}
