package rules

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// formulaToken is a number, with a unit of power if one follows, an operator, or a word.
var formulaToken = regexp.MustCompile(`(\d+(?:[,' ]\d{3})*(?:\.\d+)?)\s*(kW|MW|W)?\b|[-+*/()×·=@]|\p{L}+|[^\s]`)

var errNoFormula = errors.New("the formula is no arithmetic")

// formula is an estimate as people write it, such as "20 x 520 W maximum + 2 x (1.2 kW + 300 W) = 13,400 W".
type formula struct {
	tokens []string
	at     int
}

// evaluate returns the watts that a formula comes to: what stands before an equals sign. Words do not count, except
// those that stand for a multiplication between two numbers. Numbers that follow each other without an operator are no
// formula.
func evaluate(text string) (watts float64, err error) {
	f := &formula{}
	text, _, _ = strings.Cut(text, "=")
	for _, match := range formulaToken.FindAllStringSubmatch(text, -1) {
		if token, counts := tokenOf(match); counts {
			f.tokens = append(f.tokens, token)
		}
	}
	f.dropEmptyBrackets()
	watts, err = f.sum()
	if err == nil && f.at < len(f.tokens) {
		err = errNoFormula
	}
	return watts, err
}

func tokenOf(match []string) (token string, counts bool) {
	if match[1] != "" {
		number, err := strconv.ParseFloat(strings.NewReplacer(",", "", "'", "", " ", "").Replace(match[1]), 64)
		if err != nil {
			return "?", true
		}
		factor := map[string]float64{"kW": 1e3, "MW": 1e6}[match[2]]
		return strconv.FormatFloat(number*max(1, factor), 'g', -1, 64), true
	}
	switch word := strings.ToLower(match[0]); word {
	case "x", "×", "·", "*", "times", "mal", "of", "at", "@", "à":
		return "*", true
	case "plus", "+":
		return "+", true
	case "-", "/", "(", ")":
		return word, true
	case ",", ";", ":", ".":
		return "?", true
	case "%":
		return word, true
	default:
		return "", false
	}
}

func (f *formula) dropEmptyBrackets() {
	text := " " + strings.Join(f.tokens, " ") + " "
	for before := ""; before != text; {
		before = text
		text = strings.NewReplacer(" ( ) ", " ", " ( * ) ", " ", " * * ", " * ", " * + ", " + ", " ? ) ",
			" ) ").Replace(text)
	}
	text = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(text), " *"), " ?")
	f.tokens = strings.Fields(text)
}

func (f *formula) next() string {
	if f.at < len(f.tokens) {
		return f.tokens[f.at]
	}
	return ""
}

func (f *formula) sum() (float64, error) {
	total, err := f.product()
	for err == nil && (f.next() == "+" || f.next() == "-") {
		sign := map[string]float64{"+": 1, "-": -1}[f.next()]
		f.at++
		var term float64
		term, err = f.product()
		total += sign * term
	}
	return total, err
}

func (f *formula) product() (float64, error) {
	total, err := f.operand()
	for err == nil && (f.next() == "*" || f.next() == "/") {
		divides := f.next() == "/"
		f.at++
		var factor float64
		if factor, err = f.operand(); divides {
			factor = 1 / factor
		}
		total *= factor
	}
	return total, err
}

func (f *formula) operand() (float64, error) {
	token := f.next()
	f.at++
	if token == "(" {
		total, err := f.sum()
		if f.next() != ")" {
			return 0, errNoFormula
		}
		f.at++
		return total, err
	}
	number, err := strconv.ParseFloat(token, 64)
	if err != nil {
		return 0, errNoFormula
	}
	return number, nil
}
