package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// wordsFile lists the terms that the glossary replaced, each with the number of places that still have it. The numbers
// only fall, and a term stays in the list at 0.
const wordsFile = "testdata/words.txt"

// TestReplacedWordsDoNotComeBack counts terms that the glossary replaced, in sentences of the program, pages, the
// README and its pages, and exported names.
func TestReplacedWordsDoNotComeBack(t *testing.T) {
	t.Parallel()
	allowed := replacedWords(t)
	found, terms := map[string][]string{}, map[string]*regexp.Regexp{}
	for term := range allowed {
		terms[term] = regexp.MustCompile(`(?i)\b` + term + `\b`)
	}
	for place, text := range sentences(t) {
		text = flagName.ReplaceAllString(text, "")
		for term, written := range terms {
			if written.MatchString(text) {
				found[term] = append(found[term], place)
			}
		}
	}
	for _, term := range slices.Sorted(maps.Keys(allowed)) {
		places := found[term]
		slices.Sort(places)
		switch most := allowed[term]; {
		case len(places) > most:
			t.Errorf("%q is in %d places, at most %d are allowed; write what the glossary says:\n%s", term, len(places),
				most, strings.Join(places, "\n"))
		case len(places) < most:
			t.Errorf("%q is in %d places: write that number into %s", term, len(places), wordsFile)
		}
	}
}

func replacedWords(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(wordsFile)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]int{}
	for line := range strings.Lines(string(text)) {
		term, number, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || term == "" {
			continue
		}
		most, err := strconv.Atoi(number)
		if !ok || err != nil {
			t.Fatalf("%s: %q is no term and number with a tab between", wordsFile, line)
		}
		words[term] = most
	}
	return words
}

// sentences maps a place to what is read there.
func sentences(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range sources(t) {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		short := strings.TrimPrefix(name, root+"/")
		if ast.IsGenerated(file) {
			all[short] = strings.Join(strings.Fields(tags.ReplaceAllString(strings.Join(literals(file), ""), " ")), " ")
			continue
		}
		for i, text := range literals(file) {
			if strings.Contains(text, " ") && !statement.MatchString(text) {
				all[fmt.Sprintf("%s, sentence %d: %s", short, i+1, text)] = text
			}
		}
		for _, exported := range exportedNames(file) {
			all[short+", name "+exported] = strings.Join(wordsOfName(exported), " ")
		}
	}
	documents, err := filepath.Glob(root + "/docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(documents, root+"/README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			all[fmt.Sprintf("%s:%d", strings.TrimPrefix(name, root+"/"), i+1)] = quotedCode.ReplaceAllString(line, "")
		}
	}
	return all
}

var (
	tags      = regexp.MustCompile(`<[^>]*>`)
	statement = regexp.MustCompile(`\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|CREATE|ALTER|ORDER BY|CASE
		WHEN|IN \?)|= \?|\bcoalesce\(|^[a-z]+\.[a-z*]+, [a-z]+\.[a-z]+`)
	flagName   = regexp.MustCompile(`--[a-z][a-z-]*`)
	quotedCode = regexp.MustCompile("`[^`]*`")
)

// literals are the texts of a file, tags of structures left out.
func literals(file *ast.File) []string {
	var all []string
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Field:
			if n.Tag != nil && n.Type != nil {
				ast.Inspect(n.Type, func(ast.Node) bool { return true })
				return false
			}
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				all = append(all, text)
			}
		}
		return true
	})
	return all
}

// exportedNames are those of a file's declarations, and of fields and methods.
func exportedNames(file *ast.File) []string {
	var names []string
	add := func(identifiers ...*ast.Ident) {
		for _, one := range identifiers {
			if one.IsExported() {
				names = append(names, one.Name)
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			add(n.Name)
			return false
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.StructType:
			for _, field := range n.Fields.List {
				add(field.Names...)
			}
		}
		return true
	})
	return names
}

// wordsOfName cuts a name at its capital letters.
func wordsOfName(name string) []string {
	var words []string
	begin := 0
	for i, r := range name {
		if i > begin && unicode.IsUpper(r) && !unicode.IsUpper(rune(name[i-1])) {
			words, begin = append(words, name[begin:i]), i
		}
	}
	return append(words, name[begin:])
}
