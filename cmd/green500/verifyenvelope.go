package main

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"green500/cmd/green500/inputfile"
	"green500/validation/envelope"
	"green500/validation/receipt"
)

func (v verify) envelope(text []byte) error {
	said, _, key, err := envelope.Read(v.Receipt, text)
	if err != nil {
		return err
	}
	if err := v.holdKey(key); err != nil {
		return err
	}
	v.said.Kind, v.said.Server, v.said.Key, v.said.Submission, v.said.Edition = "envelope", said.Server, key, said.Entry, said.Edition
	v.signer(said.Server, key)
	v.w.line("%s at %s: entry %d, revision %d, on the list of %s (SHA-256 %s)",
		said.System, said.Site, said.Entry, said.Revision, said.Edition, said.List)
	step := time.Duration(said.Step * float64(time.Second))
	v.w.line("Its %d rows of %v, spans and digests are unchanged since it was signed.", said.Rows, step)
	v.w.line("%s", said.EnergyWords())
	for _, series := range said.Readings {
		v.w.line("  readings of series[%d], SHA-256 %s", series.Series, series.SHA256)
	}
	if len(v.Files) == 0 {
		return v.compare(said.Files)
	}
	return v.compareGiven(said)
}

func (v verify) compareGiven(said envelope.Statement) (result error) {
	for _, given := range v.Files {
		words, same, err := lookForAll(given, said)
		if err != nil {
			return err
		}
		state := strings.Join(words, "; ")
		v.said.Files = append(v.said.Files, verifiedFile{Name: given, State: state})
		if !same {
			result = errDiffers
			v.said.Problems = append(v.said.Problems, given+": "+state)
		}
		v.w.line("  %s: %s", given, state)
	}
	return result
}

func lookForAll(given string, said envelope.Statement) (words []string, same bool, err error) {
	info, err := os.Stat(given)
	if err != nil {
		return nil, false, inputfile.NotReadable(given)
	}
	if !info.IsDir() {
		word, err := lookIn(given, receipt.File{Name: filepath.Base(given), SHA256: said.Digest})
		if err != nil {
			return nil, false, err
		}
		if word == wordSame {
			return []string{"its rows, byte for byte"}, true, nil
		}
	}
	same = true
	for _, file := range said.Files {
		word, err := lookIn(given, file)
		if err != nil {
			return nil, false, err
		}
		if word != wordLacking {
			words, same = append(words, file.Name+": "+word), same && word == wordSame
		}
	}
	if len(words) == 0 {
		return []string{"not named by the envelope"}, false, nil
	}
	return words, same, nil
}
