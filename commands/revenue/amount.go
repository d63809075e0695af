package revenue

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/contract"
	domain "github.com/modyard/modyard/domain/revenue"
)

// amount is an amount in a request: a JSON number, read from its text.
type amount domain.Amount

// UnmarshalJSON rejects what is not a number with at most two decimals, as the field amount.
func (a *amount) UnmarshalJSON(data []byte) error {
	parsed, err := domain.ParseAmount("amount", string(data))
	*a = amount(parsed)
	return err
}

// Schema describes the number in the OpenAPI document.
func (amount) Schema(huma.Registry) *huma.Schema {
	least := 0.0
	return &huma.Schema{Type: huma.TypeNumber, Minimum: &least, Description: "金额，最多两位小数"}
}

func money(a domain.Amount) contract.Money { return contract.Money(a) }
