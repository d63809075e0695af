package commands

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/domain/team"
)

// Weight is a payout weight in a request: a JSON number, parsed from its text.
type Weight team.Weight

// UnmarshalJSON rejects an invalid weight, as the field payouts_split. Null changes nothing.
func (w *Weight) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	parsed, err := team.ParseWeight(string(data))
	if err != nil {
		return err
	}
	*w = Weight(parsed)
	return nil
}

// Schema describes the number in the OpenAPI document.
func (Weight) Schema(huma.Registry) *huma.Schema {
	least, most, step := 0.0, 5000.0, 0.01
	return &huma.Schema{Type: huma.TypeNumber, Minimum: &least, Maximum: &most, MultipleOf: &step, Description: "收益分成的权重，最多两位小数"}
}
