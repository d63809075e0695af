import { useMutation } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import type { BodyOf } from '@/lib/api/operations'

const meta = { touches: ['projects'] } as const

type ProjectPlan = BodyOf<'POST', '/v2/project/{id}/schedule'>
type VersionPlan = BodyOf<'POST', '/v2/version/{id}/schedule'>

/** A plan as the form sends it. */
export type Planned = { time: string; requested_status: string }

/** Plans the release of a version that was just uploaded as a draft. */
export function usePlanNewVersion() {
  return useMutation({
    meta,
    mutationFn: ({ version, time, key }: { version: string; time: string; key: string }) =>
      send('POST', '/v2/version/{id}/schedule', {
        params: { id: version },
        idempotencyKey: key,
        body: { time, requested_status: 'listed' },
      }),
    onError: () => undefined, // the form shows it
  })
}

/** What plans and cancels the release of a project or, where it is named, of a version. */
export function useReleasePlan(project: string, version: string | undefined) {
  const plan = useMutation({
    meta,
    mutationFn: ({ time, requested_status }: Planned) =>
      version === undefined
        ? send('POST', '/v2/project/{id}/schedule', {
            params: { id: project },
            body: { time, requested_status: requested_status as ProjectPlan['requested_status'] },
          })
        : send('POST', '/v2/version/{id}/schedule', {
            params: { id: version },
            body: { time, requested_status: requested_status as VersionPlan['requested_status'] },
          }),
    onError: () => undefined, // the form shows it
  })
  const cancel = useMutation({
    meta,
    mutationFn: () =>
      version === undefined
        ? send('DELETE', '/v2/project/{id}/schedule', { params: { id: project } })
        : send('DELETE', '/v2/version/{id}/schedule', { params: { id: version } }),
  })
  return { plan, cancel }
}
