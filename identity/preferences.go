package identity

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// maxPreferences is the size in bytes of a preferences document.
const maxPreferences = 4 << 10

// Preferences are the settings of an account: how the site looks, and which letters it gets. A nil field was never chosen: the device's own setting or the
// default applies. Its JSON form is at most 4 KiB.
type Preferences struct {
	Theme          *string    `json:"theme,omitempty" enum:"system,light,dark,oled,retro" doc:"主题"`
	PreferredDark  *string    `json:"preferred_dark,omitempty" enum:"dark,oled,retro" doc:"偏好的深色主题"`
	PreferredLight *string    `json:"preferred_light,omitempty" enum:"light" doc:"偏好的浅色主题"`
	Cosmetics      *Cosmetics `json:"cosmetics,omitempty" doc:"显示偏好"`
	Letters        *Letters   `json:"letters,omitempty" doc:"愿意收到的邮件"`
}

// Letters are the kinds of letters that an account can switch off; a nil one is on.
type Letters struct {
	ReviewMessages *bool `json:"review_messages,omitempty" doc:"审核对话里的新消息"`
}

// wants says whether the account gets letters of a kind. Those without a kind cannot be switched off.
func (p Preferences) wants(kind NoticeTopic) bool {
	if kind == ReviewMessages && p.Letters != nil && p.Letters.ReviewMessages != nil {
		return *p.Letters.ReviewMessages
	}
	return true
}

// Cosmetics are the display preferences, named as in the cookie of a device.
type Cosmetics struct {
	RightSearchLayout   *bool             `json:"rightSearchLayout,omitempty"`
	LeftContentLayout   *bool             `json:"leftContentLayout,omitempty"`
	AdvancedRendering   *bool             `json:"advancedRendering,omitempty"`
	ExternalLinksNewTab *bool             `json:"externalLinksNewTab,omitempty"`
	NotUsingBlockers    *bool             `json:"notUsingBlockers,omitempty"`
	HideAppPromos       *bool             `json:"hideAppPromos,omitempty"`
	HideStagingBanner   *bool             `json:"hideStagingBanner,omitempty"`
	SearchDisplayMode   map[string]string `json:"searchDisplayMode,omitempty" doc:"各类页面的列表样式：list、grid 或 gallery"`
}

func displayedTypes() []string {
	return []string{"mod", "plugin", "datapack", "language", "resourcepack", "modpack", "shader", "software", "user", "collection"}
}

func (p Preferences) check() error {
	for _, field := range []struct {
		name   string
		value  *string
		values []string
	}{
		{"theme", p.Theme, []string{"system", "light", "dark", "oled", "retro"}},
		{"preferred_dark", p.PreferredDark, []string{"dark", "oled", "retro"}},
		{"preferred_light", p.PreferredLight, []string{"light"}},
	} {
		if field.value != nil && !slices.Contains(field.values, *field.value) {
			return httpkit.Invalid(field.name, "偏好设置 "+field.name+" 的值无效")
		}
	}
	if p.Cosmetics == nil {
		return nil
	}
	for kind, mode := range p.Cosmetics.SearchDisplayMode {
		if !slices.Contains(displayedTypes(), kind) || !slices.Contains([]string{"list", "grid", "gallery"}, mode) {
			return httpkit.Invalid("cosmetics.searchDisplayMode", "偏好设置 searchDisplayMode 的值无效")
		}
	}
	return nil
}

// Preferences reads the caller's settings; without any it returns an empty document.
func (s *Service) Preferences(ctx context.Context, caller Caller) (Preferences, error) {
	var p Preferences
	if err := caller.Require(ScopeUserRead); err != nil {
		return p, err
	}
	var stored []byte
	err := s.pool.QueryRow(ctx, "SELECT preferences FROM identity.accounts WHERE id = $1", caller.Account).Scan(&stored)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, errNoUser
	}
	if err == nil && stored != nil {
		err = json.Unmarshal(stored, &p)
	}
	if err != nil {
		return p, fmt.Errorf("read preferences: %w", err)
	}
	return p, nil
}

// EditPreferences changes the fields in the document and keeps the others; display modes are merged type by type. It
// returns the whole document. It rejects an unknown name or value, and a document of more than 4 KiB.
func (s *Service) EditPreferences(ctx context.Context, caller Caller, raw []byte) (Preferences, error) {
	if err := caller.Require(ScopeUserWrite); err != nil {
		return Preferences{}, err
	}
	if len(raw) > maxPreferences {
		return Preferences{}, httpkit.Fault(httpkit.KindTooLarge, httpkit.CodeTooLarge, "偏好设置不能超过 4 KiB")
	}
	var change Preferences
	if err := strictly(raw, &change); err != nil {
		return Preferences{}, err
	}
	if err := change.check(); err != nil {
		return Preferences{}, err
	}
	var merged Preferences
	err := idempotency.Change(ctx, s.pool, caller.Account, func(tx pgx.Tx) error {
		var stored []byte
		if err := tx.QueryRow(ctx, "SELECT preferences FROM identity.accounts WHERE id = $1 FOR UPDATE", caller.Account).Scan(&stored); err != nil {
			return err
		}
		// Decoding into the stored document merges: a missing name leaves its field unchanged, and a map gets
		// additional keys.
		for _, document := range [][]byte{stored, raw} {
			if document == nil {
				continue
			}
			if err := json.Unmarshal(document, &merged); err != nil {
				return err
			}
		}
		whole, err := json.Marshal(merged)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "UPDATE identity.accounts SET preferences = $2 WHERE id = $1", caller.Account, whole)
		return err
	})
	if err != nil {
		return Preferences{}, fmt.Errorf("edit preferences: %w", err)
	}
	return merged, nil
}

// strictly decodes one JSON value into v and rejects names that v does not have.
func strictly(raw []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil || d.More() {
		return httpkit.Invalid("", "偏好设置的内容不正确")
	}
	return nil
}
