package contract

import "time"

// WebhookTest is the kind of the change that a test delivery sends. Its object is the project or the organization, and
// its document is the current one.
const WebhookTest = "webhook.test"

// WebhookList are the webhooks of a project or an organization. Kinds are those that can be chosen.
type WebhookList struct {
	Webhooks []Webhook `json:"webhooks"`
	Kinds    []string  `json:"kinds"`
}

// Webhook is a receiver of changes. Its address and its secret are never shown again.
type Webhook struct {
	ID           string               `json:"id"`
	Host         string               `json:"host" doc:"接收地址的主机名"`
	Kinds        []string             `json:"kinds"`
	Enabled      bool                 `json:"enabled"`
	Cause        *string              `json:"cause" doc:"停用的原因：team 为成员停用，gone 为接收方返回 410，failing 为连续 7 天投递失败"`
	Added        time.Time            `json:"added"`
	FormerUntil  *time.Time           `json:"former_until" doc:"上一个密钥在此之前仍用于签名"`
	FailingSince *time.Time           `json:"failing_since" doc:"自此之后没有成功的投递"`
	RetryAt      *time.Time           `json:"retry_at" doc:"接收方没有响应，此时再试"`
	Last         *WebhookLastDelivery `json:"last" doc:"最近一次投递"`
}

// WebhookLastDelivery is the newest delivery that was attempted.
type WebhookLastDelivery struct {
	Kind   string    `json:"kind"`
	State  string    `json:"state" enum:"waiting,done,failed"`
	Tried  time.Time `json:"tried"`
	Status *int      `json:"status" doc:"接收方的 HTTP 状态码；没有响应时为 null"`
}

// WebhookSecret is the answer to a new webhook and to a rotation: the only ones with the secret. The secret is empty if
// the same request was carried out before and the secret was replaced since.
type WebhookSecret struct {
	ID     string `json:"id"`
	Secret string `json:"secret"`
}

// WebhookDeliveries is a page of the log of deliveries, the newest first. Next is the before of the next page, or null.
type WebhookDeliveries struct {
	Deliveries []WebhookDelivery `json:"deliveries"`
	Next       *int64            `json:"next"`
}

// WebhookDelivery is a delivery and its last attempt.
type WebhookDelivery struct {
	ID       string        `json:"id"`
	Change   string        `json:"change" doc:"变更的 ID"`
	Kind     string        `json:"kind"`
	Object   ChangedObject `json:"object"`
	State    string        `json:"state" enum:"waiting,done,failed"`
	Made     time.Time     `json:"made"`
	Attempts int           `json:"attempts"`
	Tried    *time.Time    `json:"tried"`
	NextAt   *time.Time    `json:"next_at" doc:"下次尝试的时间；已结束时为 null"`
	Status   *int          `json:"status"`
	TookMS   *int          `json:"took_ms"`
	Answer   string        `json:"answer" doc:"接收方响应的开头，最多 1 KiB"`
	Error    *string       `json:"error" doc:"失败的原因：status、timeout、address、connect、tls、redirect、late、disabled、dropped 或 secret"`
}

// WebhookDeliveryID names a queued delivery.
type WebhookDeliveryID struct {
	ID string `json:"id"`
}
