import { beforeEach, expect, test } from 'vitest'
import { playingFor, usePlaying } from './carry'

beforeEach(() => {
  localStorage.clear()
  usePlaying.getState().forget()
})

test('a platform of servers or shaders does not replace the loader of mods', () => {
  const { play } = usePlaying.getState()
  play({ gameVersion: '1.21.1', loader: 'fabric' })
  play({ loader: 'paper' })
  play({ loader: 'iris' })
  const playing = usePlaying.getState()
  expect(playingFor(playing, 'mod')).toEqual({ gameVersion: '1.21.1', loader: 'fabric' })
  expect(playingFor(playing, 'plugin')).toEqual({ gameVersion: '1.21.1', loader: 'paper' })
  expect(playingFor(playing, 'shader')).toEqual({ gameVersion: '1.21.1', loader: 'iris' })
  expect(playingFor(playing, 'resourcepack')).toEqual({ gameVersion: '1.21.1', loader: '' })
})

test('a platform without alternatives is not stored as a choice', () => {
  usePlaying.getState().play({ loader: 'fabric' })
  usePlaying.getState().play({ loader: 'minecraft' })
  expect(usePlaying.getState().loader).toBe('fabric')
})

test('a choice is stored on the device and can be cleared', () => {
  usePlaying.getState().play({ gameVersion: '1.20.1', loader: 'velocity' })
  expect(localStorage.getItem('modyard.playing')).toContain('velocity')
  usePlaying.getState().forget()
  expect(playingFor(usePlaying.getState(), 'plugin')).toEqual({ gameVersion: '', loader: '' })
})
