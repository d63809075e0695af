import type { Answer } from '@/lib/api/operations'
import { ask, change } from './client'

/** How the process of a server is started. Null is the default. */
export type Startup = Answer<'GET', '/hosting/modyard/v0/servers/{id}/startup'>
export type StartupChange = Record<'invocation' | 'jdk_version' | 'jdk_build', string | null>
/** A file of settings: its keys and their values. */
export type SettingsFile = Readonly<Record<string, string | number | boolean>>

const at = (id: string, part: string) => `servers/${encodeURIComponent(id)}/${part}`

/** What is not chosen is the default, which the hosting API knows as null. */
const orNull = (text: string | null) => (text?.trim() ? text.trim() : null)

/** The calls about the start of a server and its file of settings. */
export const settings = {
  startup: (id: string, signal?: AbortSignal) => ask<Startup>({ method: 'GET', path: at(id, 'startup'), signal }),
  setStartup: (id: string, { invocation, jdk_version, jdk_build }: StartupChange) =>
    change({
      method: 'POST',
      path: at(id, 'startup'),
      body: { invocation: orNull(invocation), jdk_version: orNull(jdk_version), jdk_build: orNull(jdk_build) },
    }),
  properties: (id: string, signal?: AbortSignal) => ask<SettingsFile>({ method: 'GET', path: at(id, 'config/ServerProperties'), signal }),
}
