package commands

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/domain/team"
)

// Weight is a payout weight as a request writes it: a JSON number, read by its text.
type Weight team.Weight

// UnmarshalJSON refuses what is no weight, as the field payouts_split. Null is no weight and changes nothing.
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

// Schema describes the number as the API takes it.
func (Weight) Schema(huma.Registry) *huma.Schema {
	least, most, step := 0.0, 5000.0, 0.01
	return &huma.Schema{Type: huma.TypeNumber, Minimum: &least, Maximum: &most, MultipleOf: &step, Description: "收益分成的权重，最多两位小数"}
}
