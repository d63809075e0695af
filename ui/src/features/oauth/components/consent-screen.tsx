import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '@/lib/session'
import { one, parseSearch } from '@/lib/url-search'
import { consentQuery, useDecide, type ConsentRequest, type Decision } from '../api'
import { leaveTo, type Left } from '../leave'
import { expiredHere, NoAddress, refusalOf, type Refusal } from '../model/refusal'
import { placeOf } from '../model/request'
import { ConsentCard } from './consent-card'
import { ConsentLoading, Leaving, Refused, Suspended } from './consent-message'

/** Asks an account whether an application may act for it. `search` is the query of the address, which holds the request. */
export function ConsentScreen({ search }: { search: string }) {
  const client = useQueryClient()
  const query = consentQuery(search)
  const consent = useQuery(query)
  const [left, setLeft] = useState<Left>()
  const [refusal, setRefusal] = useState<Refusal>()
  const go = (to: Left) => {
    if (!placeOf(to.address)) return setRefusal(refusalOf(new NoAddress()))
    setLeft(to)
    leaveTo(to)
  }
  const restart = () => {
    setRefusal(undefined)
    void consent.refetch()
  }

  // A flow is for one visit of the page: what comes back to it begins another.
  useEffect(() => () => void setTimeout(() => client.removeQueries({ queryKey: ['consent', search], type: 'inactive' })), [client, search])
  const { address, request } = consent.data ?? {}
  const cover = useEffectEvent((to: string) => go({ address: to, by: 'grant' }))
  useEffect(() => {
    if (address !== undefined) cover(address)
  }, [address])

  const shown = refusal ?? (consent.isError && !consent.isFetching ? refusalOf(consent.error) : undefined)
  return (
    <>
      {/* The address of this page holds the request: no page that it leads to is told it. */}
      <meta name="referrer" content="no-referrer" />
      {left ? (
        <Leaving left={left} />
      ) : shown?.kind === 'suspended' ? (
        <Suspended client={one(parseSearch(search).client_id)} quoted={shown.quoted} />
      ) : shown ? (
        <Refused refusal={shown} onRestart={restart} />
      ) : !request || consent.isFetching ? (
        <ConsentLoading />
      ) : (
        <Asked request={request} onLeave={go} onRefuse={setRefusal} />
      )}
    </>
  )
}

type AskedProps = { request: ConsentRequest; onLeave: (left: Left) => void; onRefuse: (refusal: Refusal) => void }

function Asked({ request, onLeave, onRefuse }: AskedProps) {
  const user = useSession()
  const decide = useDecide(request.flow_id)
  const sent = useRef(false)
  const ended = useEffectEvent(() => {
    if (!sent.current) onRefuse(expiredHere)
  })
  useEffect(() => {
    const timer = setTimeout(ended, Math.max(0, new Date(request.expires).getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [request.expires])
  if (!user) return <ConsentLoading />
  if (request.app.suspended) return <Suspended client={request.client_id} />
  const answer = (decision: Decision) => {
    if (sent.current) return // two presses are one decision
    sent.current = true
    decide.mutate(decision, {
      onSuccess: (address) => onLeave({ address, by: decision }),
      onError: (error) => {
        sent.current = false
        onRefuse(refusalOf(error))
      },
    })
  }
  return <ConsentCard request={request} user={user} pending={decide.isPending ? decide.variables : undefined} onAnswer={answer} />
}
