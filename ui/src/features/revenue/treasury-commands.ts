import { useMutation } from '@tanstack/react-query'
import { send } from '@/lib/api/client'

const meta = { touches: ['treasury'] } as const
const form = { meta, onError: () => undefined }

const payoutSteps = {
  approve: '/_internal/revenue/payouts/{id}/approve',
  hold: '/_internal/revenue/payouts/{id}/hold',
  release: '/_internal/revenue/payouts/{id}/release',
} as const
const monthSteps = {
  ask: '/_internal/revenue/months/{month}/ask',
  withdraw: '/_internal/revenue/months/{month}/withdraw',
  settle: '/_internal/revenue/months/{month}/settle',
} as const
const correctionSteps = {
  confirm: '/_internal/revenue/corrections/{id}/confirm',
  drop: '/_internal/revenue/corrections/{id}/drop',
} as const

/** Approves, holds or releases a withdrawal; the last two ask for a reason. */
export function usePayoutStep() {
  return useMutation({
    meta,
    mutationFn: ({ id, step }: { id: string; step: keyof typeof payoutSteps }) =>
      step === 'approve'
        ? send('POST', payoutSteps.approve, { params: { id } })
        : send('POST', payoutSteps[step], { params: { id }, body: {}, asStaff: true }),
  })
}

/** Says how an unclear withdrawal ended, with a file that shows it. */
export function useJudge() {
  return useMutation({
    ...form,
    mutationFn: ({ id, ...body }: { id: string; end: 'success' | 'failed'; evidence?: string }) =>
      send('POST', '/_internal/revenue/payouts/{id}/judge', { params: { id }, body }),
  })
}

export function useMakeBatch() {
  return useMutation({ meta, mutationFn: (method: string) => send('POST', '/_internal/revenue/batches', { body: { method } }) })
}

/** Sends the results of a batch; lines that do not fit are told and change nothing. */
export function useBatchResults() {
  return useMutation({
    meta,
    mutationFn: ({ id, file }: { id: string; file: File }) =>
      send('POST', '/_internal/revenue/batches/{id}/results', { params: { id }, body: new Blob([file], { type: 'text/csv' }) }),
  })
}

/** Stores a file that shows something, and gives its hash. */
export function useEvidence() {
  return useMutation({
    mutationFn: (file: File) =>
      send('POST', '/_internal/revenue/evidence', { body: new Blob([file], { type: 'application/octet-stream' }) }),
    onError: () => undefined,
  })
}

export type Income = { source: string; amount: number; project?: string; evidence: string }

export function useEnterIncome() {
  return useMutation({
    ...form,
    mutationFn: ({ day, income, key }: { day: string; income: Income; key: string }) =>
      send('POST', '/_internal/revenue/days/{day}/income', { params: { day }, body: income, idempotencyKey: key }),
  })
}

export function useEntryStep() {
  return useMutation({
    meta,
    mutationFn: ({ day, entry, step }: { day: string; entry: string; step: 'confirm' | 'reverse' }) =>
      step === 'confirm'
        ? send('POST', '/_internal/revenue/days/{day}/income/{entry}/confirm', { params: { day, entry } })
        : send('POST', '/_internal/revenue/days/{day}/income/{entry}/reverse', { params: { day, entry }, body: {}, asStaff: true }),
  })
}

export function useShareDay() {
  return useMutation({ meta, mutationFn: (day: string) => send('POST', '/_internal/revenue/days/{day}/share', { params: { day } }) })
}

export type Exclusion = { project: string; from: string; to: string; take_in?: boolean }

/** Leaves a project out of days, or takes it in again. */
export function useExclude() {
  return useMutation({
    ...form,
    mutationFn: (body: Exclusion) => send('POST', '/_internal/revenue/exclusions', { body, asStaff: true }),
  })
}

export function useMonthStep() {
  return useMutation({
    meta,
    mutationFn: ({ month, step }: { month: string; step: keyof typeof monthSteps }) =>
      send('POST', monthSteps[step], { params: { month } }),
  })
}

export type Correction = { user: string; amount: number; negative?: boolean; month?: string; evidence: string }

export function usePropose() {
  return useMutation({
    ...form,
    mutationFn: (body: Correction) => send('POST', '/_internal/revenue/corrections', { body, asStaff: true }),
  })
}

export function useCorrectionStep() {
  return useMutation({
    meta,
    mutationFn: ({ id, step }: { id: string; step: keyof typeof correctionSteps }) =>
      send('POST', correctionSteps[step], { params: { id } }),
  })
}

/** Freezes the balance of an account. */
export function useFreeze() {
  return useMutation({
    ...form,
    mutationFn: (account: string) =>
      send('POST', '/_internal/revenue/wallets/{id}/freeze', { params: { id: account }, body: {}, asStaff: true }),
  })
}

export function useThaw() {
  return useMutation({
    meta,
    mutationFn: (account: string) =>
      send('POST', '/_internal/revenue/wallets/{id}/thaw', { params: { id: account }, body: {}, asStaff: true }),
  })
}

/** Pauses or resumes withdrawing for all. */
export function usePause() {
  return useMutation({
    meta,
    mutationFn: (pause: boolean) =>
      send('POST', pause ? '/_internal/revenue/pause' : '/_internal/revenue/resume', { body: {}, asStaff: true }),
  })
}

export function usePublishRule() {
  return useMutation({ ...form, mutationFn: (file: string) => send('POST', '/_internal/revenue/rules', { body: { file } }) })
}

export function useEnforce() {
  return useMutation({
    ...form,
    mutationFn: ({ rule, ...body }: { rule: string; version: number; from: string }) =>
      send('POST', '/_internal/revenue/rules/{rule}/enforce', { params: { rule }, body }),
  })
}
