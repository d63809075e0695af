import { queryOptions, useMutation } from '@tanstack/react-query'
import { reading, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { tellError } from '@/lib/tell-error'

export type Held = Answer<'GET', '/v3/forum/held'>['hits'][number]

/** The texts of new accounts that nobody reads until the staff has looked at them. */
export const heldQuery = queryOptions({ queryKey: ['forum', 'held'] as const, ...reading('/v3/forum/held') })

/** Shows a text to everybody, or leaves it hidden for a reason that is asked for. */
export function useDecide({ kind, id }: Pick<Held, 'kind' | 'id'>) {
  return useMutation({
    meta: { touches: ['forum', 'issues'] },
    mutationFn: (act: 'restore' | 'hide') => {
      const options =
        act === 'restore'
          ? { params: { id }, body: { reason: { code: 'complies' } } }
          : { params: { id }, body: {}, asStaff: true as const }
      switch (kind) {
        case 'discussion':
          return send('POST', `/v3/forum/{id}/${act}`, options)
        case 'post':
          return send('POST', `/v3/forum/posts/{id}/${act}`, options)
        case 'issue':
          return send('POST', `/v3/issues/{id}/${act}`, options)
        case 'comment':
          return send('POST', `/v3/issues/comments/{id}/${act}`, options)
      }
    },
    onError: tellError,
  })
}
