package xlsx

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
)

// workbook is a spreadsheet (Office Open XML, ECMA-376), of which sheets, shared texts and formats of numbers are held.
type workbook struct {
	parts  map[string]*zip.File // by their names in small letters, as parts are called without regard of case
	sheets []bookSheet
	since  float64 // days from the end of 1899 to where the file counts from
	texts  []string
	shows  []numberFormat // by style
}

type bookSheet struct {
	name   string
	hidden bool
	part   *zip.File
}

// What a spreadsheet may hold.
const (
	maxWorkbook     = 48 << 20  // bytes of the file
	maxSheets       = 512 << 20 // bytes of all sheets, unpacked
	maxPart         = 16 << 20  // bytes of what is held: shared texts, styles, the list of sheets
	maxWorkbookList = 10_000    // parts
	maxBookSheets   = 256
	maxToken        = 1 << 20 // bytes of a cell; programs write no more than 32767 characters
)

// days1904 is less if a file counts from 1904.
const days1904 = 1462

func openWorkbook(archive *zip.Reader) (*workbook, error) {
	b := &workbook{parts: map[string]*zip.File{}}
	whole := uint64(0)
	for _, part := range archive.File {
		name := strings.ToLower(strings.TrimPrefix(part.Name, "/"))
		whole += min(part.UncompressedSize64, maxSheets+1)
		if whole > maxSheets || !strings.Contains(name, "/worksheets/") && part.UncompressedSize64 > maxPart {
			return nil, fmt.Errorf("its part %s is too long", celltext.Quoted([]byte(part.Name)))
		}
		b.parts[name] = part
	}
	at, err := b.place()
	if err == nil {
		err = b.readSheets(at)
	}
	return b, err
}

type relations struct {
	All []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

func (b *workbook) relationsOf(name string) (relations, error) {
	var r relations
	folder, file := path.Split(name)
	err := b.unfold(folder+"_rels/"+file+".rels", &r)
	for i := range r.All {
		one := &r.All[i]
		if one.Target = strings.ToLower(one.Target); strings.HasPrefix(one.Target, "/") {
			one.Target = one.Target[1:]
		} else {
			one.Target = path.Join(folder, one.Target)
		}
	}
	return r, err
}

// place returns the part with the list of sheets, and nearly always that is xl/workbook.xml.
func (b *workbook) place() (string, error) {
	r, err := b.relationsOf("")
	if err != nil {
		return "", err
	}
	for _, one := range r.All {
		if strings.HasSuffix(one.Type, "/officeDocument") {
			return one.Target, nil
		}
	}
	return "xl/workbook.xml", nil
}

func (b *workbook) readSheets(at string) error {
	var list struct {
		Properties struct {
			From1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string `xml:"name,attr"`
			State string `xml:"state,attr"`
			ID    string `xml:"id,attr"`
		} `xml:"sheets>sheet"`
	}
	if strings.HasSuffix(at, ".bin") {
		return errors.New("it is a binary workbook (XLSB)")
	}
	if err := b.unfold(at, &list); err != nil {
		return err
	}
	if from := list.Properties.From1904; from == "1" || from == "true" {
		b.since = days1904
	}
	r, err := b.relationsOf(at)
	if err != nil {
		return err
	}
	for _, one := range list.Sheets {
		for _, to := range r.All {
			if to.ID == one.ID && path.Base(to.Type) == "worksheet" && b.parts[to.Target] != nil {
				if len(b.sheets) == maxBookSheets || slices.ContainsFunc(b.sheets,
					func(other bookSheet) bool { return other.part == b.parts[to.Target] }) {
					return errors.New("it lists one sheet twice, or too many")
				}
				b.sheets = append(b.sheets,
					bookSheet{one.Name, one.State != "" && one.State != "visible", b.parts[to.Target]})
			}
		}
	}
	return b.readShared(r)
}

func (b *workbook) readShared(r relations) (err error) {
	for _, one := range r.All {
		switch path.Base(one.Type) {
		case "sharedStrings":
			err = b.readTexts(one.Target)
		case "styles":
			err = b.readStyles(one.Target)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *workbook) unfold(name string, into any) error {
	decoder, done, err := b.decoder(name)
	if err != nil {
		return err
	}
	defer done()
	if err = decoder.Decode(into); err != nil {
		return fmt.Errorf("its part %s: %w", celltext.Quoted([]byte(name)), err)
	}
	return nil
}

func (b *workbook) decoder(name string) (*xml.Decoder, func(), error) {
	part := b.parts[name]
	if part == nil {
		return nil, nil, fmt.Errorf("it has no part %s", celltext.Quoted([]byte(name)))
	}
	from, err := part.Open()
	if err != nil {
		return nil, nil, err
	}
	return xml.NewDecoder(io.LimitReader(from, maxPart)), func() { _ = from.Close() }, nil // it was only read
}

type richText struct {
	Text   []string `xml:"t"`
	Pieces []struct {
		Text string `xml:"t"`
	} `xml:"r"`
}

func (r *richText) String() string {
	text := strings.Join(r.Text, "")
	for _, piece := range r.Pieces {
		text += piece.Text
	}
	return text
}

func (b *workbook) readTexts(name string) error {
	if b.parts[strings.ToLower(name)] == nil {
		return nil // some programs name it if no cell needs it
	}
	decoder, done, err := b.decoder(name)
	if err != nil {
		return err
	}
	defer done()
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("its part %s: %w", celltext.Quoted([]byte(name)), err)
		}
		if begin, ok := token.(xml.StartElement); ok && begin.Name.Local == "si" {
			var text richText
			if err := decoder.DecodeElement(&text, &begin); err != nil {
				return fmt.Errorf("its part %s: %w", celltext.Quoted([]byte(name)), err)
			}
			b.texts = append(b.texts, text.String())
		}
	}
}

func (b *workbook) readStyles(name string) error {
	var styles struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if b.parts[strings.ToLower(name)] == nil {
		return nil
	}
	if err := b.unfold(name, &styles); err != nil {
		return err
	}
	own := map[int]numberFormat{}
	for _, one := range styles.Formats {
		own[one.ID] = numberFormatOf(one.Code)
	}
	for _, one := range styles.Cells {
		shows, known := own[one.Format]
		if !known {
			shows = numberFormat{form: builtInForm(one.Format)}
		}
		b.shows = append(b.shows, shows)
	}
	return nil
}

func (b *workbook) show(style int) numberFormat {
	if style < 0 || style >= len(b.shows) {
		return numberFormat{}
	}
	return b.shows[style]
}

type form int

const (
	numberForm  form = iota
	dateForm         // days since 1899 or 1904, perhaps with the time of day
	dayForm          // a time of day, the part of a day
	elapsedForm      // days that passed, shown as hours beyond 24, minutes or seconds
)

type numberFormat struct {
	form   form
	unit   string // written after them, if it is one of power or energy
	scaled int    // so many times a thousandth is shown
}

// builtInForms are dates by numbers (ECMA-376, 18.8.30); 27 to 36 and 50 to 58 are those of East Asia.
var builtInForms = []struct {
	from, to int
	form     form
}{{14, 17, dateForm}, {18, 21, dayForm}, {22, 22, dateForm}, {27, 31, dateForm}, {32, 35, dayForm}, {36, 36, dateForm},
	{45, 45, dayForm}, {46, 46, elapsedForm}, {47, 47, dayForm}, {50, 54, dateForm}, {55, 56, dayForm},
	{57, 58, dateForm}}

func builtInForm(number int) form {
	for _, one := range builtInForms {
		if number >= one.from && number <= one.to {
			return one.form
		}
	}
	return numberForm
}

type formatReader struct {
	code    string
	literal strings.Builder
	letters strings.Builder // of dates and times, in small letters
	digits  bool
	commas  int // after the digits so far
	shows   numberFormat
}

func numberFormatOf(code string) numberFormat {
	r := &formatReader{code: code}
	for len(r.code) > 0 && r.code[0] != ';' {
		r.step()
	}
	r.shows.scaled += r.commas
	if _, known := columnname.UnitNamed(strings.TrimSpace(r.literal.String())); known {
		r.shows.unit = strings.TrimSpace(r.literal.String())
	}
	switch letters := r.letters.String(); {
	case r.shows.form == elapsedForm || r.digits:
	case strings.ContainsAny(letters, "yd"), strings.Contains(letters, "m") && !strings.ContainsAny(letters, "hs"):
		r.shows.form = dateForm
	case strings.ContainsAny(letters, "hs"):
		r.shows.form = dayForm
	}
	if r.shows.form != numberForm {
		r.shows.unit, r.shows.scaled = "", 0
	}
	return r.shows
}

// formatWords stand for themselves in a format, and are none of its letters.
var formatWords = []string{"general", "am/pm", "a/p", "e+", "e-"}

func (r *formatReader) step() {
	for _, word := range formatWords {
		if len(r.code) >= len(word) && strings.EqualFold(r.code[:len(word)], word) {
			r.code = r.code[len(word):]
			return
		}
	}
	c := r.code[0]
	r.code = r.code[1:]
	switch c {
	case '"':
		text, rest, _ := strings.Cut(r.code, `"`)
		r.literal.WriteString(text)
		r.code = rest
	case '\\':
		if len(r.code) > 0 {
			r.literal.WriteByte(r.code[0])
			r.code = r.code[1:]
		}
	case '_', '*':
		r.code = r.code[min(1, len(r.code)):]
	case '[':
		inside, rest, _ := strings.Cut(r.code, "]")
		if inside != "" && strings.Trim(strings.ToLower(inside), "hms") == "" {
			r.shows.form = elapsedForm
		}
		r.code = rest
	default:
		r.plain(c)
	}
}

// plain takes a character without a mark. Commas behind the digits divide by a thousand, those between them do not.
func (r *formatReader) plain(c byte) {
	switch {
	case c == '0' || c == '#' || c == '?':
		r.commas = 0
		r.digits = r.digits || len(r.letters.String()) == 0 // ss.000 are decimals of seconds
	case c == ',' && r.digits:
		r.commas++
	case c == '.':
		r.shows.scaled, r.commas = r.shows.scaled+r.commas, 0
	case strings.IndexByte("ymdhsYMDHS", c) >= 0 && !r.digits:
		r.letters.WriteByte(c | 0x20)
	default:
		r.literal.WriteByte(c)
	}
}
