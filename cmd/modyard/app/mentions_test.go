package app

import (
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/platform/markdown"
)

func TestLinkedNamesAreThoseWhoAreTold(t *testing.T) {
	for _, src := range []string{"@ann @bob @ann", "a@b @c", "你好@李雷。@a.b.", "```\n@x\n```\n@y", "`@x` @y", "- @a\n- @b-c_d", "@" + strings.Repeat("a", 40)} {
		if got, want := markdown.Mentioned(markdown.Render(src)), post.Names(src); !slices.Equal(got, want) {
			t.Errorf("%q: links %q, told %q", src, got, want)
		}
	}
}
