package tag

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed" // the licences' texts
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// The texts of the SPDX list, packed by projections/document/internal/licenses.
//
//go:embed license_texts.generated.json.gz
var packedTexts []byte

// texts are unpacked on first use.
var texts = sync.OnceValues(func() (map[string]string, error) {
	zip, err := gzip.NewReader(bytes.NewReader(packedTexts))
	if err != nil {
		return nil, fmt.Errorf("unpack licence texts: %w", err)
	}
	var m map[string]string
	if err := json.NewDecoder(zip).Decode(&m); err != nil {
		return nil, fmt.Errorf("decode licence texts: %w", err)
	}
	return m, nil
})

// License is a licence as the tag list serves it.
type License struct {
	Short string `json:"short"`
	Name  string `json:"name"`
}

// LicenseText is the text of a licence.
type LicenseText struct {
	Title string `json:"title"`
	Body  string `json:"body"`
}

const (
	allRightsReserved     = "LicenseRef-All-Rights-Reserved"
	allRightsReservedName = "保留所有权益/无许可证"
	allRightsReservedText = "作者保留全部权利。未经作者明确许可，不得复制、修改、再发布或以其他方式使用此内容；法律另有规定的除外。"
)

func licenses() []License {
	out := []License{{Short: allRightsReserved, Name: allRightsReservedName}}
	for _, l := range document.Licenses() {
		out = append(out, License{Short: l.ID, Name: l.Name})
	}
	return out
}

func license(_ context.Context, in *view.ByID) (LicenseText, error) {
	id := string(in.ID)
	if strings.EqualFold(id, allRightsReserved) || strings.EqualFold(id, "arr") {
		return LicenseText{Title: allRightsReservedName, Body: allRightsReservedText}, nil
	}
	all, err := texts()
	if err != nil {
		return LicenseText{}, err
	}
	for _, l := range document.Licenses() {
		// Ids without "-only" or "-or-later", which SPDX has deprecated, still have a text.
		if strings.EqualFold(l.ID, id) || strings.EqualFold(l.ID, id+"-only") {
			return LicenseText{Title: l.Name, Body: all[l.ID]}, nil
		}
	}
	return LicenseText{}, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "无法检索许可证文本。")
}
