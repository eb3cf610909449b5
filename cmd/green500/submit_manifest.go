package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"green500/handlers/api"
)

func (s *sending) commit(ctx context.Context, entry api.Submission) error {
	var sums strings.Builder
	for _, name := range s.evidence() {
		if err := sumFile(&sums, s.folder, name); err != nil {
			return err
		}
	}
	var made api.Manifest
	if err := s.client.post(ctx, fmt.Sprintf("submissions/%d/manifest", entry.ID), []byte(sums.String()), &made); err != nil {
		return err
	}
	folder := filepath.Join(s.Receipts, fmt.Sprintf("green500-manifest-%d-%d", entry.ID, made.Number))
	if err := keepManifest(folder, made); err != nil {
		return err
	}
	s.said.Outcome, s.said.Manifest = outcomeCommitted, &keptManifest{made.Number, folder}
	s.said.entry(entry)
	s.said.graded(s.report, nil, "")
	w := &writer{out: s.out}
	w.line("Manifest %d commits submission %d to its document and %d files: %s", made.Number, entry.ID, made.Files, entry.Address)
	w.line("Its receipt is in %s. Send the files with the same command without --manifest-only.", folder)
	return w.err
}

func keepManifest(folder string, made api.Manifest) error {
	const readable, private = 0o600, 0o700
	if err := os.MkdirAll(folder, private); err != nil {
		return fmt.Errorf("create a folder for the receipt: %w", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "manifest.json"), made.Text, readable); err != nil {
		return fmt.Errorf("keep the manifest: %w", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "receipt.json"), made.Receipt, readable); err != nil {
		return fmt.Errorf("keep the receipt: %w", err)
	}
	return nil
}
