package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"green500/cmd/green500/connect"
	"green500/validation/power"
)

// ready asks a server on this machine whether it can answer: what watches over a container has no other program in it.
type ready struct {
	Addr string `default:"localhost:8080" env:"GREEN500_ADDR" help:"Address at which the server listens."`
}

const readyTimeout = 4 * time.Second

func (r ready) Run(ctx context.Context) error {
	host, port, err := net.SplitHostPort(r.Addr)
	if err != nil {
		return &power.InputError{Field: "--addr", Problem: fmt.Sprintf("%q is not an address to listen at", r.Addr), Remedy: "write it as localhost:8080, without http://"}
	}
	if address := net.ParseIP(host); host == "" || address != nil && address.IsUnspecified() {
		host = "localhost"
	}
	ctx, stop := context.WithTimeout(ctx, readyTimeout)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return &power.InputError{Field: "--addr", Problem: "no server answers at " + r.Addr + ": " + connect.Why(err)}
	}
	if err := answer.Body.Close(); err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the server at %s is not ready: %s", r.Addr, answer.Status)
	}
	return nil
}
