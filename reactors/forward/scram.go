package forward

import (
	"crypto/sha256"
	"crypto/sha512"

	"github.com/IBM/sarama"
	"github.com/xdg-go/scram"
)

// scramClient is one exchange of SCRAM, which proves that the password is known without sending it.
type scramClient struct {
	*scram.ClientConversation
	hash scram.HashGeneratorFcn
}

func scramSHA256() sarama.SCRAMClient { return &scramClient{hash: sha256.New} }
func scramSHA512() sarama.SCRAMClient { return &scramClient{hash: sha512.New} }

// Begin prepares the exchange.
func (c *scramClient) Begin(user, password, authorization string) error {
	client, err := c.hash.NewClient(user, password, authorization)
	if err != nil {
		return err
	}
	c.ClientConversation = client.NewConversation()
	return nil
}
