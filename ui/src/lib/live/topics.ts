/** The topics that a page can follow; see `GET /_internal/live`. */
export const inboxTopic = 'inbox'
export const queueTopic = 'queue'
/** One's own reports; for staff, all reports. */
export const reportsTopic = 'reports'
/** The conversations about projects that one takes part in; for staff, all. */
export const threadsTopic = 'threads'
export const projectTopic = (id: string) => `project:${id}` as const

/** Queries that follow the inbox have this key prefix. */
export const inboxKey = ['notifications'] as const
