package app

import (
	commandimage "github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/platform/markdown"
	readmarkdown "github.com/modyard/modyard/readapi/markdown"
)

func imageArea() area {
	return area{name: "image", events: image.EventTypes(), private: []string{"images"}, mount: (*Site).mountImages}
}

func (s *Site) mountImages(m *mounting) error {
	var pictured []commandimage.Subject
	for _, a := range areas() {
		pictured = append(pictured, a.pictured...)
	}
	images, err := commandimage.New(commandimage.Options{Handler: s.Core.Handler, Uploads: m.uploads, Subjects: pictured})
	if err != nil {
		return err
	}
	images.Routes(s.API)
	readmarkdown.Register(s.API, markdown.Render)
	return nil
}
