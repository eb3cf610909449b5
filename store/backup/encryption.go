package backup

import (
	"io"
	"os"
	"strings"

	"filippo.io/age"

	"green500/validation/power"
)

const encryptedSuffix = ".age"

func parseRecipients(keys []string) ([]age.Recipient, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	recipients, err := age.ParseRecipients(strings.NewReader(strings.Join(keys, "\n")))
	if err != nil {
		return nil, &power.InputError{Field: "--encrypt-to", Problem: "this is not a public key of age",
			Remedy: "name a key as age-keygen prints it, " +
				"such as age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"}
	}
	return recipients, nil
}

func readIdentities(name string) ([]age.Identity, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, &power.InputError{File: name, Problem: "the file of the private key cannot be read",
			Remedy: "name the file that age-keygen wrote"}
	}
	defer func() { _ = file.Close() }() // it was only read
	identities, err := age.ParseIdentities(file)
	if err != nil {
		return nil, &power.InputError{File: name, Problem: "it contains no private key of age",
			Remedy: "name the file that age-keygen wrote"}
	}
	return identities, nil
}

func encrypting(to io.Writer, from io.Reader, recipients []age.Recipient) (size int64, err error) {
	if len(recipients) == 0 {
		return io.Copy(to, from)
	}
	encrypted, err := age.Encrypt(to, recipients...)
	if err != nil {
		return 0, err
	}
	size, err = io.Copy(encrypted, from)
	if err != nil {
		return size, err
	}
	return size, encrypted.Close()
}

type counter struct {
	to    io.Writer
	bytes int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.bytes += int64(n)
	return n, err
}
