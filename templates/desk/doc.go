// Package desk draws the pages of editors and administrators: /editions, rehearsals, /accounts, /audit, /outbox, /server and /retention.
package desk
