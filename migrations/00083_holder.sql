-- Which process runs a projector: the token that it wrote when it took the lead. A batch is applied under the token that
-- stands here alone, so that a process which lost the lead without noticing applies nothing any more.
-- +goose Up
ALTER TABLE runtime.checkpoints ADD holder text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE runtime.checkpoints DROP holder;
