import { queryOptions } from '@tanstack/react-query'
import { reading } from '@/lib/api/client'

/** Every licence that the site knows. */
export const licensesQuery = queryOptions({ queryKey: ['tag', 'license'] as const, ...reading('/v2/tag/license'), staleTime: Infinity })
