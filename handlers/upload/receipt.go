package upload

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	uploadpage "green500/templates/upload"
	"green500/validation/receipt"
)

func receiptAddress(entry, number int64) string {
	return "/submissions/" + handlers.Text(entry) + "/receipts/" + handlers.Text(number)
}

// Receipts lists what was acknowledged of an entry, for those who hold it.
func (h *Handlers) Receipts(c echo.Context, entry store.EntryAccess) ([]uploadpage.Receipt, error) {
	if !entry.Owner {
		return nil, nil
	}
	given, err := h.Store.Receipts(c.Request().Context(), entry.ID)
	if err != nil {
		return nil, err
	}
	lines := make([]uploadpage.Receipt, len(given))
	for i, r := range given {
		// One of ours is signed; what it says of zone and files is what is shown.
		said, _, err := receipt.Read(r.Name, r.Text)
		if err != nil {
			return nil, fmt.Errorf("read receipt %d: %w", r.ID, err)
		}
		lines[i] = uploadpage.Receipt{
			Address: receiptAddress(entry.ID, r.ID), Name: r.Name, Digest: r.Digest, Files: len(said.Files), At: said.ReceivedAt, Manifest: r.Kind == receipt.OfManifest,
		}
	}
	return lines, nil
}

// Receipt serves a receipt to those who hold its entry, as it was signed.
func (h *Handlers) Receipt(c echo.Context, entry store.EntryAccess) error {
	number, err := handlers.ID(c, "receipt")
	if err != nil {
		return err
	}
	if !entry.Owner {
		return store.ErrNotFound
	}
	given, err := h.Store.Receipts(c.Request().Context(), entry.ID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(given, func(r store.Receipt) bool { return r.ID == number })
	if at < 0 {
		return store.ErrNotFound
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="receipt-%d-%d.json"`, entry.ID, number))
	return c.Blob(http.StatusOK, "application/json; charset=utf-8", given[at].Text)
}

// ReceiptKey serves the key that receipts of this installation are checked with, and below it those of earlier receipts.
func (h *Handlers) ReceiptKey(c echo.Context) error {
	keys, err := h.Store.PublicKeys(c.Request().Context())
	if err != nil {
		return err
	}
	return c.String(http.StatusOK, strings.Join(keys, "\n")+"\n")
}
