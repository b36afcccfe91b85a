// Entry of the page: makes the state, mounts the shell, then brings in what may come later (recorded run, catalogue).
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
