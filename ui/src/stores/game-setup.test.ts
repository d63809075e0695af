import { beforeEach, expect, test } from 'vitest'
import { setupFor, useGameSetup } from './game-setup'

beforeEach(() => {
  localStorage.clear()
  useGameSetup.getState().forget()
})

test('a platform of servers or shaders does not replace the loader of mods', () => {
  const { play } = useGameSetup.getState()
  play({ gameVersion: '1.21.1', loader: 'fabric' })
  play({ loader: 'paper' })
  play({ loader: 'iris' })
  const setup = useGameSetup.getState()
  expect(setupFor(setup, 'mod')).toEqual({ gameVersion: '1.21.1', loader: 'fabric' })
  expect(setupFor(setup, 'plugin')).toEqual({ gameVersion: '1.21.1', loader: 'paper' })
  expect(setupFor(setup, 'shader')).toEqual({ gameVersion: '1.21.1', loader: 'iris' })
  expect(setupFor(setup, 'resourcepack')).toEqual({ gameVersion: '1.21.1', loader: '' })
})

test('a platform without alternatives is not stored as a choice', () => {
  useGameSetup.getState().play({ loader: 'fabric' })
  useGameSetup.getState().play({ loader: 'minecraft' })
  expect(useGameSetup.getState().loader).toBe('fabric')
})

test('a choice is stored on the device and can be cleared', () => {
  useGameSetup.getState().play({ gameVersion: '1.20.1', loader: 'velocity' })
  expect(localStorage.getItem('modyard.playing')).toContain('velocity')
  useGameSetup.getState().forget()
  expect(setupFor(useGameSetup.getState(), 'plugin')).toEqual({ gameVersion: '', loader: '' })
})
