/** What a page can follow; see `GET /_internal/live`. */
export const inboxTopic = 'inbox'
export const queueTopic = 'queue'
/** One's own reports; for staff, everybody's. */
export const reportsTopic = 'reports'
export const projectTopic = (id: string) => `project:${id}` as const

/** Queries that follow the inbox lie under this key. */
export const inboxKey = ['notifications'] as const
