package translation_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
)

// thread is the id of the thread of the link.
func (w *world) thread() string {
	w.Helper()
	return w.Events("translation-" + packVersion)[0].(translation.Asked).Thread
}

func TestAMessageInTheThreadOfALinkNamesItsPictures(t *testing.T) {
	w := newWorld(t)
	w.Want(204, translator, "POST", link, words)
	draw := func(who string, side int) (id, address string) {
		t.Helper()
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, side, 2))); err != nil {
			t.Fatal(err)
		}
		v := w.Want(200, who, "POST", "/v3/image?context=thread_message&ext=png", b.Bytes(), "Content-Type", "image/png").JSON(t)
		return v["id"].(string), v["url"].(string)
	}
	mine, first := draw(author, 3)
	_, theirs := draw(translator, 4)
	w.Want(204, author, "POST", link+"/thread", `{"body":"看 ![图](`+first+`) `+theirs+`"}`)
	events := w.Events("thread-" + w.thread())
	if said := events[len(events)-1].(thread.MessagePosted); fmt.Sprint(said.Images) != fmt.Sprint([]string{mine}) {
		t.Errorf("%+v", said)
	}
	var many strings.Builder
	for n := range thread.MaxImages + 1 {
		_, address := draw(author, n+5)
		many.WriteString(address + " ")
	}
	w.refused(400, "张图片", author, "POST", link+"/thread", `{"body":"`+many.String()+`"}`)
}

func TestInAFullThreadALinkIsDecidedWithoutAMessageButAskedForAgainWithWordsOnlyWhereTheyFindRoom(t *testing.T) {
	w := newWorld(t)
	w.Want(204, translator, "POST", link, words)
	id := w.thread()
	for n := len(w.Events("thread-" + id)); n <= thread.MaxMessages; n++ {
		w.Happen("thread-"+id, thread.MessagePosted{Thread: id, Message: fmt.Sprintf("Messa%03d", n), Author: reader})
	}
	full := len(w.Events("thread-" + id))
	w.Want(204, author, "POST", link+"/reject", why)
	w.refused(400, "消息已达上限", translator, "POST", link+"/resubmit", `{"reason":"补齐了"}`)
	if w.last() != "Rejected" {
		t.Error(w.last())
	}
	w.Want(204, translator, "POST", link+"/resubmit", "")
	if got := len(w.Events("thread-" + id)); w.last() != "AskedAgain" || got != full {
		t.Errorf("%s, %d events, want %d", w.last(), got, full)
	}
}
