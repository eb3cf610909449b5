package citation

import (
	"strings"
	"sync"
)

// commands write characters that mean something to TeX. BibTeX counts braces, so that a brace is a word.
func commands() map[rune]string {
	return map[rune]string{
		'\\': `\textbackslash{}`, '{': `\textbraceleft{}`, '}': `\textbraceright{}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
		'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '"': `\textquotedbl{}`, '\'': `\textquotesingle{}`, '`': `\textasciigrave{}`,
		'<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`, '@': `{@}`,
		'±': `\textpm{}`, '–': `\textendash{}`, '—': `\textemdash{}`, '’': `\textquoteright{}`, '“': `\textquotedblleft{}`, '”': `\textquotedblright{}`,
		'·': `\textperiodcentered{}`, '®': `\textregistered{}`, '™': `\texttrademark{}`, '°': `\textdegree{}`, '\u00a0': `~`,
		'ß': `{\ss}`, 'æ': `{\ae}`, 'Æ': `{\AE}`, 'œ': `{\oe}`, 'Œ': `{\OE}`, 'ø': `{\o}`, 'Ø': `{\O}`, 'å': `{\aa}`, 'Å': `{\AA}`, 'ł': `{\l}`, 'Ł': `{\L}`, 'ı': `{\i}`,
	}
}

// accents are the letters that TeX puts together, each before the letter that takes the accent.
func accents() map[string]string {
	return map[string]string{
		`'`: "áaÁAéeÉEíiÍIóoÓOúuÚUýyÝYćcĆCńnŃNśsŚSźzŹZ", "`": "àaÀAèeÈEìiÌIòoÒOùuÙU", `"`: "äaÄAëeËEïiÏIöoÖOüuÜUÿyŸY", `^`: "âaÂAêeÊEîiÎIôoÔOûuÛU",
		`~`: "ãaÃAñnÑNõoÕO", `c `: "çcÇCşsŞS", `v `: "čcČCďdĎDěeĚEňnŇNřrŘRšsŠSťtŤTžzŽZ", `k `: "ąaĄAęeĘE", `.`: "żzŻZ", `r `: "ůuŮU", `H `: "őoŐOűuŰU", `u `: "ğgĞG",
	}
}

var letters = sync.OnceValue(func() map[rune]string {
	all := commands()
	for accent, pairs := range accents() {
		pair := []rune(pairs)
		for i := 0; i < len(pair); i += 2 {
			all[pair[i]] = `{\` + accent + string(pair[i+1]) + `}`
		}
	}
	return all
})

// tex writes text so that TeX sets it as it is; what breaks a line or is no character becomes a blank.
func tex(text string) string {
	var out strings.Builder
	for _, letter := range text {
		command, ok := letters()[letter]
		switch {
		case ok:
			out.WriteString(command)
		case letter < ' ' || letter == 0x7f || letter == '\u2028' || letter == '\u2029':
			out.WriteByte(' ')
		default:
			out.WriteRune(letter)
		}
	}
	return out.String()
}

// texURL writes an address so that neither \url nor BibTeX reads anything into it.
func texURL(address string) string {
	return strings.NewReplacer("{", "%7B", "}", "%7D", `\`, "%5C", " ", "%20", "\n", "%0A", "\r", "%0D").Replace(address)
}
