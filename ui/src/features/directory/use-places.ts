import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contentTypes } from '@/lib/content-types'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import { directoryQueries } from './queries'

export type FoundPlace = { listing: string; label: string; count: number | undefined }

/** Every place that can be searched, with the number of results that a text has there; undefined while unknown. */
export function usePlaces(text: string): FoundPlace[] {
  const types = useQuery({ ...directoryQueries.types(text), placeholderData: keepPreviousData }).data
  const others = useQuery({ ...directoryQueries.counts(text), placeholderData: keepPreviousData }).data
  const ofType = (key: string) => (types ? (types[key] ?? 0) : undefined)
  return [
    { listing: 'search', label: t.all, count: types && (types['open_source:true'] ?? 0) + (types['open_source:false'] ?? 0) },
    ...contentTypes.map(({ id, path, label }) => ({ listing: path.slice(1), label, count: ofType(`project_type:${id}`) })),
    ...(['users', 'organizations', 'collections'] as const).map((place) => ({
      listing: place,
      label: t.places[place],
      count: others?.[place],
    })),
  ]
}
