package server

import (
	"encoding/json"
	"fmt"

	"github.com/danielgtaylor/huma/v2"
)

// HostedMod is a file of content on a server, in the shape that programs of the hosting API know: Filename to Disabled are of the first
// generation, Owner and Installing of the second, Filesize to HasUpdate of the third, and the others are this site's own.
type HostedMod struct {
	Filename      string  `json:"filename" doc:"磁盘上的文件名；停用的以 .disabled 结尾"`
	ProjectID     *string `json:"project_id"`
	VersionID     *string `json:"version_id"`
	Name          *string `json:"name"`
	VersionNumber *string `json:"version_number"`
	IconURL       *string `json:"icon_url"`
	Disabled      bool    `json:"disabled"`

	Owner      *HostedModOwner `json:"owner"`
	Installing bool            `json:"installing"`

	Filesize  int64           `json:"filesize"`
	Kind      string          `json:"kind" enum:"mod,plugin,datapack"`
	Status    HostedModStatus `json:"status"`
	HasUpdate bool            `json:"has_update" doc:"有适用于此服务器的更新版本"`

	Path      string `json:"path" doc:"文件在服务器上的路径，不含 .disabled"`
	Pinned    bool   `json:"pinned"`
	Unmanaged bool   `json:"unmanaged" doc:"不是从本站安装的；散列与本站文件相同时仍有 project_id 等字段"`
	Changed   bool   `json:"changed" doc:"安装后文件被改动过"`
	Missing   bool   `json:"missing" doc:"已安装，但文件不在磁盘上"`
}

// HostedMods are the files of content of a server, in the order of their names.
type HostedMods []HostedMod

// HostedModOwner is who publishes the project of a file.
type HostedModOwner struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Type    string  `json:"type" enum:"user,organization"`
	IconURL *string `json:"icon_url"`
}

// HostedModStatus is "pending", "installed", or an object with the reason of a failure.
type HostedModStatus struct {
	// Failed is the reason of a failure; empty: there is none.
	Failed    string
	Installed bool
}

// MarshalJSON writes the form that programs know.
func (s HostedModStatus) MarshalJSON() ([]byte, error) {
	switch {
	case s.Failed != "":
		return json.Marshal(map[string]map[string]string{"failed": {"error": s.Failed}})
	case s.Installed:
		return []byte(`"installed"`), nil
	}
	return []byte(`"pending"`), nil
}

// UnmarshalJSON reads that form.
func (s *HostedModStatus) UnmarshalJSON(data []byte) error {
	var word string
	if json.Unmarshal(data, &word) == nil {
		*s = HostedModStatus{Installed: word == "installed"}
		return nil
	}
	var failed struct{ Failed struct{ Error string } }
	if err := json.Unmarshal(data, &failed); err != nil {
		return fmt.Errorf("read the status of a file: %w", err)
	}
	*s = HostedModStatus{Failed: failed.Failed.Error}
	return nil
}

// Schema implements huma.SchemaProvider.
func (HostedModStatus) Schema(huma.Registry) *huma.Schema {
	text := func(words ...any) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Enum: words} }
	object := func(name string, of *huma.Schema) *huma.Schema {
		s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{name: of}, Required: []string{name}}
		s.PrecomputeMessages()
		return s
	}
	return &huma.Schema{OneOf: []*huma.Schema{
		text("pending", "installed"),
		object("failed", object("error", text("fetch", "hash", "disk", "conflict", "changed", "path", "other"))),
	}}
}
