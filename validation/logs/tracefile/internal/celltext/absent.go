package celltext

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// absences are what meters, loggers, historians, spreadsheets and programming languages write if there is no reading,
// in small letters.
var absences = func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(absenceWords) {
		for word := range strings.SplitSeq(strings.TrimSpace(line), "|") {
			all[word] = true
		}
	}
	return all
}()

const absenceWords = `nan|-nan|+nan|nanq|nans|qnan|snan|nan(ind)|-nan(ind)|+nan(ind)|nan(snan)|inf|-inf|+inf|infinity|-infinity|+infinity|∞|-∞|+∞|nat|<na>|<nan>|<null>
n/a|na|n.a.|n.a|n/v|n.v.|n/d|n.d.|n.d|nd|nv|k.a.|k. a.|s/d|н/д|null|(null)|[null]|none|(none)|nil|undef|undefined|void|empty|(empty)|<empty>|blank|(blank)|\n
unavailable|not available|not avail|not_available|notavailable|unknown|missing|missing value|no data|nodata|no_data|no value|novalue|no_value|no reading|no sample|no result|no input|no response|no answer|no reply|no signal|no communication|no connection|no comm|no sensor
invalid|invalid data|invalid float|not valid|bad|bad input|bad data|bad value|bad quality|set to bad|stale|i/o timeout|io timeout|i/o error|ioerror|io error|read error|read failed|comm error|comm fail|comm failure|comm loss|com error|communication error|communication failure|checksum error|crc error
calc failed|calc error|calc fail|calcfail|pt created|point created|shutdown|intf shut|scan off|scan timeout|configure|not connect|not connected|disconnected|connection lost|arc off-line|arc offline|offline|off-line|out of serv|out of service|equip fail|unit down|device failure|sensor failure|sensor error|sensor fault|device error|digital state
timeout|timed out|time out|time-out|not present|not supported|unsupported|not found|not read|not ready|not measured|disabled|inactive|failed|failure|fail|fault|faulted|error|error!|err|err.|err!
over|-over|+over|under|over range|overrange|over-range|over_range|under range|underrange|under-range|under_range|out of range|out-of-range|overload|over load|over-load|overloaded|overflow|over flow|underflow|ovf|uvf|ovfl|ovfl.|ovld|ovrng|ovr|ovrange|ol|-ol|+ol|o.l|o.l.|.ol|0l|0.l|.0l|-0l|-o-|-of-|-uf-|-u-|of|uf|saturated|clipped
#n/a|#n/a n/a|#n/d|#nv|#n/v|#н/д|#err|#error|#missing|#not_available|#getting_data|#busy
fehler|ungültig|ungueltig|kein wert|keine daten|kein messwert|nicht verfügbar|nicht verfuegbar|unbekannt|fehlt|ausfall|ausgefallen|überlauf|ueberlauf|überlast|ueberlast|bereichsüberschreitung|messbereichsüberschreitung|unterbrochen|gestört
erreur|indisponible|non disponible|pas de données|aucune donnée|aucune valeur|invalide|manquant|inconnu|hors plage|hors gamme|dépassement|surcharge|absent
sin datos|sin dato|no disponible|inválido|invalido|desconocido|fuera de rango|nulo|falta|sobrecarga|sin lectura
errore|nessun dato|dati mancanti|assente|mancante|sconosciuto|non valido|fuori scala|fuori campo|nullo|sovraccarico|erro|sem dados|indisponível|não disponível|desconhecido|ausente|sem leitura
fout|geen data|geen gegevens|geen waarde|niet beschikbaar|onbekend|ongeldig|ontbreekt|buiten bereik|fel|saknas|inga data|ogiltig|okänd|fejl|mangler|ingen data|ukendt|ugyldig|ukjent|feil|virhe|ei tietoa|puuttuu|ei saatavilla
błąd|brak|brak danych|niedostępny|niedostępne|nieznany|nieprawidłowy|poza zakresem|chyba|nedostupné|neznámý|neplatný|chybí|žádná data|hiba|nincs adat|érvénytelen|ismeretlen|eroare|lipsă|fără date|necunoscut|hata|veri yok|geçersiz|bilinmiyor|σφάλμα|грешка|помилка|немає даних
нет данных|ошибка|недоступно|недоступен|неизвестно|отсутствует|перегрузка|сбой|обрыв|エラー|データなし|欠測|無効|不明|なし|オーバー|无数据|無數據|无效|無效|错误|錯誤|缺失|不可用|离线|離線|未知|超量程|溢出|오류|데이터 없음|없음|알 수 없음|무효`

const maxExcuse = 64 // bounds what stands in place of a reading, in bytes

// Absent returns the error of a cell that says there was no reading, or nil.
func Absent(text []byte) *Error {
	const remedy = "leave the line out if the meter has no reading"
	if len(text) == 0 {
		return &Error{Missing: true, Problem: "is empty", Remedy: remedy}
	}
	if len(text) > maxExcuse || !saysAbsent(text) {
		return nil
	}
	return &Error{Missing: true, Problem: Quoted(text) + " is no reading", Remedy: remedy}
}

// saysAbsent reports whether a cell says that there was no reading, perhaps with the unit of the others behind it.
func saysAbsent(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	if IsDigit(text[0]) && !bytes.ContainsAny(text, "#lL") {
		return false
	}
	if isExcuse(text) || isFiller(text) || isSheetError(text) || isNoFloat(text) ||
		absences[strings.ToLower(string(text))] {
		return true
	}
	at := bytes.LastIndexByte(text, ' ')
	if at <= 0 || HasDigit(text[:at]) && !isNoFloat(text[:at]) {
		return false
	}
	_, unit := UnitNames[strings.ToLower(string(text[at+1:]))]
	return unit && saysAbsent(bytes.TrimSpace(text[:at]))
}

// isExcuse reports whether words in brackets say why there is no reading, as [Unknown Error] or [GPU is lost] of
// nvidia-smi.
func isExcuse(text []byte) bool {
	if text[0] != '[' || text[len(text)-1] != ']' {
		return false
	}
	said := text[1:max(1, len(text)-1)]
	return len(said) > 0 &&
		!bytes.ContainsFunc(said, func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' && r != '/' })
}

// isFiller reports whether a cell is filled with a sign: -----, or as Fortran writes a number that does not fit, *****.
func isFiller(text []byte) bool {
	return slices.ContainsFunc([]string{"-", "*", "?", "_", "#", ".", "–—−"},
		func(sign string) bool { return len(bytes.Trim(text, sign)) == 0 })
}

// isSheetError reports whether a cell is an error of a spreadsheet program in any language, as #VALUE! or #ДЕЛ/0!.
func isSheetError(text []byte) bool {
	if end := text[len(text)-1]; text[0] != '#' || len(text) < 3 || end != '!' && end != '?' {
		return false
	}
	return !bytes.ContainsFunc(text[1:],
		func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("/0!?¡¿_", r) })
}

// isNoFloat reports whether a cell is what C on Windows writes for a value that is no number, as 1.#QNAN, also if
// rounding cut it.
func isNoFloat(text []byte) bool {
	rest := Unsigned(text)
	if len(rest) < 4 || rest[0] != '1' || rest[1] != '.' && rest[1] != ',' || rest[2] != '#' {
		return false
	}
	return !bytes.ContainsFunc(rest[3:], func(r rune) bool { return !unicode.IsLetter(r) && (r < '0' || r > '9') })
}

// Instruments that follow SCPI write 9.9E37 for a value out of their range, and 9.91E37 for none (SCPI 1999, 7.2.1.4).
const leastOfSCPI, mostOfSCPI = 9.9e37, 9.95e37

// Reading returns a number, or the error of one that stands for no reading.
func Reading(value float64, text []byte) (float64, *Error) {
	if size := math.Abs(value); size >= leastOfSCPI && size <= mostOfSCPI {
		return 0, &Error{Missing: true, Problem: Quoted(text) + " is no reading",
			Remedy: "leave the line out if the meter has no reading"}
	}
	return value, nil
}

// IsEmptyRecord reports whether a line is blank, or was put round a table that a program printed.
func IsEmptyRecord(record []byte) bool {
	record = bytes.TrimSpace(record)
	return len(record) == 0 || isRuler(record) || isFooter(record)
}

const shortestRule = 3 // how many strokes a ruler has at least: one or two stand where there was no reading

// isRuler reports whether text is a line drawn under names or round a table, such as ----+---- or ====.
func isRuler(text []byte) bool {
	strokes := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == '-', r == '=', r >= '─' && r <= '╿':
			strokes++
		case r != '+' && r != '|' && r != ' ' && r != '\t':
			return false
		}
		text = text[size:]
	}
	return strokes >= shortestRule
}

// isFooter reports whether text counts the rows of the table above, as (80 rows), (80 rows affected), 40 rows in set
// (0.00 sec) or 40 rows in set. Elapsed: 0.001 sec.
func isFooter(text []byte) bool {
	if end := text[len(text)-1]; end != ')' && end != '.' {
		return false
	}
	inside, bracketed := bytes.CutPrefix(text, []byte{'('})
	number, rest, _ := bytes.Cut(inside, []byte{' '})
	if !OnlyDigits(number) {
		return false
	}
	word, rest := WordOf(rest)
	if len(word) == 0 {
		return false
	}
	if bracketed {
		return string(rest) == ")" || string(rest) == " affected)"
	}
	rest, set := bytes.CutPrefix(rest, []byte(" in set"))
	return set && (bytes.HasPrefix(rest, []byte(" (")) && bytes.HasSuffix(rest, []byte(" sec)")) ||
		bytes.HasPrefix(rest, []byte(". Elapsed: ")))
}
