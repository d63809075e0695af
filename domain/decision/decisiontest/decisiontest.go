// Package decisiontest helps to test decisions.
package decisiontest

import "github.com/modyard/modyard/domain/decision"

// Payloads are the payloads of events.
func Payloads(events []decision.Event) []any {
	var payloads []any
	for _, e := range events {
		payloads = append(payloads, e.Payload)
	}
	return payloads
}
