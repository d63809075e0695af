package report

import (
	"context"
	"slices"
	"strings"

	"github.com/modyard/modyard/commands"
	commandimage "github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/thread"
)

// picturesOf are the caller's pictures in a message: those that the request names, and those that the text shows.
func picturesOf(ctx context.Context, tx *commands.Tx, body string, named []string) ([]string, error) {
	if len(named) > thread.MaxImages {
		return named, nil // the rule rejects it
	}
	list, err := shownIn(ctx, tx, body)
	if err != nil || len(named) == 0 {
		return list, err
	}
	held, err := commandimage.Pictures().Get(ctx, tx, tx.By().Account)
	if err != nil {
		return nil, err
	}
	for _, id := range named {
		if p, found := held.State().Find(id); !found || p.Context != image.ThreadMessage {
			return nil, fault.Invalid("associated_images", "图片不存在，或者不是你为消息上传的。")
		}
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list, nil
}

// shownIn are the pictures that the caller has uploaded for messages and that a text shows.
func shownIn(ctx context.Context, tx *commands.Tx, body string) ([]string, error) {
	folder := "images/" + tx.By().Account + "/"
	if tx.By().Account == "" || !strings.Contains(body, folder) {
		return nil, nil
	}
	held, err := commandimage.Pictures().Get(ctx, tx, tx.By().Account)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, p := range held.State().Pictures {
		// An address may stand in a text without its host.
		at := strings.Index(p.URL, folder)
		if p.Context == image.ThreadMessage && at >= 0 && strings.Contains(body, p.URL[at:]) {
			list = append(list, p.Image)
		}
	}
	return list, nil
}
