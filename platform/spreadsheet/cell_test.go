package spreadsheet_test

import (
	"testing"

	"github.com/modyard/modyard/platform/spreadsheet"
)

func TestNoCellBeginsAFormula(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", "a=b": "a=b", "王小明": "王小明", "12.5": "12.5", "'=": "'=", "\xff=": "\xff=",
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1",
		"＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠A": "'＠A",
	} {
		if got := spreadsheet.Cell(text); got != want {
			t.Errorf("%q gives %q", text, got)
		}
	}
}
